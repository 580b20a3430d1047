/// Returns the command that speaks a text.
func speak(_ text: String) -> String { "SPEAK\r\n\(text)\r\n.\r\n" }

/// Returns the commands with which a program begins that wants all events.
func session(_ app: String = "orca") -> String { "SET self CLIENT_NAME joe:\(app):main\r\nSET self NOTIFICATION all on\r\n" }
