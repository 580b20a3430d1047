import Messages
import Narration
import Testing

@Suite struct ContainerDescriptionTests {
    @Test(arguments: [
        (Container(kind: .list, index: 2, count: 5), "A. Button. 2 of 5."),
        (Container(kind: .list, index: 1, count: 5, edge: .start), "A. Button. 1 of 5. List start."),
        (Container(kind: .list, edge: .end), "A. Button. List end."),
        (Container(kind: .landmark, edge: .start), "A. Button. Landmark."),
        (Container(kind: .landmark, label: "Main", edge: .end), "Main. A. Button. End."),
        (Container(kind: .tabBar, index: 1, count: 3), "A. Tab. 1 of 3."),
        (Container(kind: .series, label: "Day", index: 1, count: 5, edge: .start), "Day. A. Button. 1 of 5."),
        (Container(kind: .table, row: 2, column: 3), "A. Button. Row 2. Column 3."),
        (
            Container(kind: .table, label: "Prices", row: 2, column: 3, rowSpan: 2, columnSpan: 4, headers: ["Fruit", " ", "Cost?"]),
            "Prices. Fruit. Cost? A. Button. Spans 2 rows. Spans 4 columns. Row 2. Column 3."
        ),
        (Container(kind: .table, rowSpan: 1, columnSpan: 1), "A. Button."),
        (Container(kind: .list, index: 2), "A. Button."), (Container(kind: .list, label: ""), "A. Button."),
    ])
    func `E5: each kind of container`(_ container: Container, _ expected: String) {
        let element = Element(label: "A", traits: [.button], container: container)
        #expect(Describing.describer().describe(element).text == expected)
    }

    @Test func `E5: the label once, on entering`() {
        let one = Container(kind: .list, label: "Fruit", index: 1, count: 2)
        let two = Container(kind: .list, label: "Fruit", index: 2, count: 2)
        let other = Container(kind: .list, label: "Nuts", index: 1, count: 1)
        let series = Container(kind: .series, label: "Fruit", index: 1, count: 1)
        func text(_ container: Container?, after previous: Container?) -> String {
            Describing.describer().describe(Element(label: "A", container: container), previous: previous).text
        }
        #expect(text(one, after: nil) == "Fruit. A. 1 of 2.")
        #expect(text(two, after: one) == "A. 2 of 2.")
        #expect(text(other, after: two) == "Out of list. Nuts. A. 1 of 1.")
        #expect(text(series, after: one) == "Out of list. Fruit. A. 1 of 1.")
        #expect(text(nil, after: one) == "Out of list. A.")
        #expect(text(one, after: other) == "Out of list. Fruit. A. 1 of 2.")
        // Two lists without a label: another count, or an end and then a start, tells them apart.
        func plain(_ index: Int, _ count: Int, _ edge: Container.Edge? = nil) -> Container {
            Container(kind: .list, index: index, count: count, edge: edge)
        }
        #expect(text(plain(1, 3), after: plain(2, 2)) == "Out of list. A. 1 of 3.")
        #expect(text(plain(4, 5), after: plain(1, 2)) == "Out of list. A. 4 of 5.")
        #expect(text(plain(1, 2, .start), after: plain(2, 2, .end)) == "Out of list. A. 1 of 2. List start.")
        #expect(text(plain(4, 4), after: plain(3, 3)) == "A. 4 of 4.", "it has grown")
        #expect(text(plain(1, 2), after: plain(2, 2)) == "A. 1 of 2.")
    }

    @Test(arguments: zip(Container.Kind.allCases, ["list", "landmark", "table", "tab bar", "series"]))
    func `E5, E7: leaving is told, at full verbosity`(_ kind: Container.Kind, _ word: String) {
        func text(_ verbosity: DescriptionStyle.Verbosity) -> String {
            var describer = Describing.describer()
            describer.style.verbosity = verbosity
            return describer.describe(Element(label: "A"), previous: Container(kind: kind, label: "B", index: 5, count: 5)).text
        }
        #expect(text(.full) == "Out of \(word). A.")
        #expect(text(.brief) == "A." && text(.label) == "A.")
    }

    @Test func `E5: containers nest, and of each only what is new is said`() {
        let main = Container(kind: .landmark, label: "Main")
        func cell(_ row: Int, _ column: Int) -> Container {
            Container(kind: .table, label: "Mail", row: row, column: column, headers: ["Column \(column)"])
        }
        func text(_ container: Container?, after previous: Container?) -> String {
            Describing.describer().describe(Element(label: "A", container: container), previous: previous).text
        }
        func item(_ index: Int, in cell: Container) -> Container {
            Container(kind: .list, label: "Actions", index: index, count: 2, enclosing: [cell, main])
        }
        let first = item(1, in: cell(1, 3))
        #expect(text(first, after: nil) == "Main. Mail. Column 3. Actions. A. 1 of 2. Row 1. Column 3.")
        #expect(text(item(2, in: cell(1, 3)), after: first) == "A. 2 of 2.")
        // The list of the next row is another one.
        #expect(text(item(1, in: cell(2, 3)), after: first) == "Out of list. Actions. A. 1 of 2. Row 2.")
        var plain = cell(2, 1)
        plain.enclosing = [main]
        #expect(text(plain, after: first) == "Out of list. Column 1. A. Row 2. Column 1.")
        #expect(text(main, after: first) == "Out of table. A.")
        #expect(text(nil, after: first) == "Out of landmark. A.")
        #expect(text(first, after: main) == "Mail. Column 3. Actions. A. 1 of 2. Row 1. Column 3.")
    }

    @Test func `E5: a table's headers are said once, as long as they stay the same`() {
        func text(_ row: Int, _ column: Int, after previous: (Int, Int)) -> String {
            func cell(_ row: Int, _ column: Int) -> Container {
                Container(kind: .table, row: row, column: column, headers: ["Day \(row)", "Hour \(column)"])
            }
            return Describing.describer().describe(
                Element(label: "A", container: cell(row, column)), previous: cell(previous.0, previous.1)
            ).text
        }
        #expect(text(1, 2, after: (1, 1)) == "Hour 2. A. Column 2.")
        #expect(text(2, 1, after: (1, 1)) == "Day 2. A. Row 2.")
        #expect(text(2, 2, after: (1, 1)) == "Day 2. Hour 2. A. Row 2. Column 2.")
        #expect(text(1, 1, after: (1, 1)) == "A.")
    }

    @Test func `E5: rows and columns are said where they change`() {
        func text(_ row: Int, _ column: Int, after previous: Container?) -> String {
            let cell = Container(kind: .table, label: "T", row: row, column: column)
            return Describing.describer().describe(Element(label: "A", container: cell), previous: previous).text
        }
        let cell = Container(kind: .table, label: "T", row: 1, column: 1)
        #expect(text(1, 1, after: nil) == "T. A. Row 1. Column 1.")
        #expect(text(1, 2, after: cell) == "A. Column 2.")
        #expect(text(2, 1, after: cell) == "A. Row 2.")
        #expect(text(1, 1, after: Container(kind: .table, label: "U", row: 1)) == "Out of table. T. A. Row 1. Column 1.")
    }

    @Test(arguments: [
        ("en", "Selected, A. Dimmed. Switch button. Off. Row 2. Column 3. 1 of 5."),
        ("de", "Ausgewählt, A. Grau dargestellt. Schalter. Aus. Zeile 2. Spalte 3. 1 von 5."),
        ("es", "Seleccionado, A. Atenuado. Botón conmutador. Desactivado. Fila 2. Columna 3. 1 de 5."),
        ("fr", "Sélectionné, A. Estompé. Bouton à bascule. Désactivé. Ligne 2. Colonne 3. 1 sur 5."),
        ("it", "Selezionato, A. Oscurato. Interruttore. Non attivo. Riga 2. Colonna 3. 1 di 5."),
        ("ja", "せんたくちゅう、A。たんしょくひょうじ。スイッチボタン。オフ。2ぎょうめ。3れつめ。5けんちゅうの1けんめ。"),
        ("nl", "Geselecteerd, A. Grijs weergegeven. Schakelaar. Uit. Rij 2. Kolom 3. 1 van 5."),
        ("pl", "Zaznaczone, A. Wyszarzone. Przełącznik. Wyłączone. Wiersz 2. Kolumna 3. 1 z 5."),
        ("pt", "Selecionado, A. Esmaecido. Botão de alternância. Desativado. Linha 2. Coluna 3. 1 de 5."),
        ("ru", "Выбрано, A. Недоступно. Переключатель. Выключено. Строка 2. Столбец 3. 1 из 5."),
    ])
    func `E6: each language`(_ language: String, _ expected: String) {
        let cell = Container(kind: .table, index: 1, count: 5, row: 2, column: 3)
        let element = Element(label: "A", value: "0", traits: [.selected, .notEnabled, .button, .toggleButton], container: cell)
        #expect(Describing.describer(language).describe(element).text == expected)
    }
}
