/// The rules of docs/RULES.md that traces and explanations name as the reason for a decision.
package enum Rule: String, Sendable, CaseIterable {
    case Q1, Q2, Q3, Q4, Q5, Q6, Q7, Q8, Q9, Q10, Q11, Q12, Q13, Q16, Q17, Q18, Q19
    case N1, N2, N3, N4, N5, N6, N7, N8, N9
    case H1, H2, H3
    case U1, U2, U3, U4, U5, U6, U7, U8
    case M1, M2, M3, M4, M5, M7
    case K1, K3, K5
    case Y1, Y2, Y3, Y4
    case D2, D3, O4, T8, O5
}
