import ArgumentParser

/// ArgumentParser's completion scripts, extended with the options of a text without a command: for these, the shells complete the line as
/// if it contained `say`.
enum CompletionScript {
    /// Returns the script to print instead of ArgumentParser's; nil if the text is not such a script.
    static func extended(_ text: String) -> String? {
        guard CommandLine.arguments.contains(where: { $0.hasPrefix("--generate-completion-script") }) else { return nil }
        return CompletionShell.allCases.first { text == Announce.completionScript(for: $0) }.map(script)
    }

    static func script(for shell: CompletionShell) -> String {
        let script = Announce.completionScript(for: shell)
        let commands = Announce.commandNames.joined(separator: " ")
        return switch shell {
        case .bash: replacing("\n_announce() {\n", in: script, by: "\n" + bash(commands) + "\n_announce_with_command() {\n")
        case .zsh:
            replacing(
                "\n_announce() {\n", in: withOptionsBesideWords(script), by: "\n" + zsh(commands) + "\n_announce_with_command() {\n")
        case .fish: replacing(fishTokens, in: script, by: fishTokens + fish(commands)) + "\n" + fishCommand
        default: script
        }
    }

    /// Returns the script with the line replaced; a script without that line remains unchanged.
    private static func replacing(_ line: String, in script: String, by lines: String) -> String {
        guard let place = script.firstRange(of: line) else { return script }
        return script[..<place.lowerBound] + lines + script[place.upperBound...]
    }

    private static func bash(_ commands: String) -> String {
        #"""
        # A text needs no command, and --socket or --app may stand before one.
        _announce() {
            local -r commands=' \#(commands) '
            local -r posting=' \#(postingCommands) '
            local -i place=1
            local runs=
            while ((place < COMP_CWORD)) && [[ "${COMP_WORDS[place]}" != -- ]]; do
                [[ "${COMP_WORDS[place]}" != run ]] || runs=1
                place+=1
            done
            if ((place < COMP_CWORD)) && [[ -n "$runs" ]]; then
                # The line goes on with a command of its own.
                if declare -F _command_offset >/dev/null; then
                    _command_offset "$((place + 1))"
                elif ((COMP_CWORD == place + 1)); then
                    mapfile -t COMPREPLY < <(compgen -c -- "${2}")
                else
                    mapfile -t COMPREPLY < <(compgen -f -- "${2}")
                fi
            elif [[ "${COMP_CWORD}" -gt 1 && "${commands}" = *" ${COMP_WORDS[1]} "* || "${COMP_CWORD}" -eq 1 && "${2}" != -* ]]; then
                _announce_with_command "${@}"
            elif [[ "${COMP_CWORD}" -gt 3 && " --socket --app " = *" ${COMP_WORDS[1]} "* && "${commands}" = *" ${COMP_WORDS[3]} "* ]]; then
                if [[ "${COMP_WORDS[1]}" = --socket || "${posting}" = *" ${COMP_WORDS[3]} "* ]]; then
                    local -a COMP_WORDS=("${COMP_WORDS[0]}" "${COMP_WORDS[3]}" "${COMP_WORDS[@]:1:2}" "${COMP_WORDS[@]:4}")
                else
                    # This command has no --app.
                    local -a COMP_WORDS=("${COMP_WORDS[0]}" "${COMP_WORDS[@]:3}")
                    local -i COMP_CWORD="$((COMP_CWORD - 2))"
                fi
                _announce_with_command "${@}"
            else
                local -a COMP_WORDS=("${COMP_WORDS[0]}" say "${COMP_WORDS[@]:1}")
                local -i COMP_CWORD="$((COMP_CWORD + 1))"
                _announce_with_command "${@}"
            fi
        }

        """#
    }

    /// The commands that have `--app`, or whose subcommands have it.
    private static var postingCommands: String {
        var names: [String] = []
        for command in Announce.configuration.subcommands {
            guard let name = command.configuration.commandName else { continue }
            if !(command is any PostingCommand.Type), command.configuration.subcommands.isEmpty { continue }
            names.append(name)
        }
        return names.joined(separator: " ")
    }

    private static func zsh(_ commands: String) -> String {
        #"""
        # A text needs no command, and --socket or --app may stand before one.
        _announce() {
            local -ar announce_commands=(\#(commands))
            local -ar announce_posting=(\#(postingCommands))
            local -i place=${words[(ie)--]}
            local -a before=("${(@)words[2,place]}")
            if (( place < CURRENT && ${before[(Ie)run]} )); then
                # The line goes on with a command of its own.
                shift place words
                (( CURRENT -= place ))
                _normal
            elif (( CURRENT > 2 && ${announce_commands[(Ie)${words[2]}]} )) || [[ CURRENT -eq 2 && "${PREFIX}" != -* ]]; then
                _announce_with_command "${@}"
            elif (( CURRENT > 4 && ${announce_commands[(Ie)${words[4]}]} )) && [[ "${words[2]}" = --(socket|app) ]]; then
                if [[ "${words[2]}" = --socket ]] || (( ${announce_posting[(Ie)${words[4]}]} )); then
                    words=("${words[1]}" "${words[4]}" "${words[2]}" "${words[3]}" "${(@)words[5,-1]}")
                else
                    # This command has no --app.
                    words=("${words[1]}" "${(@)words[4,-1]}")
                    (( CURRENT -= 2 ))
                fi
                _announce_with_command "${@}"
            else
                words=("${words[1]}" say "${(@)words[2,-1]}")
                (( CURRENT++ ))
                _announce_with_command "${@}"
            fi
        }

        """#
    }

    /// Makes zsh propose options where any number of words is allowed. zsh does so only next to another proposal, which is a message that
    /// describes the words.
    private static func withOptionsBesideWords(_ script: String) -> String {
        ["text", "command"].reduce(script) { $0.replacing("'*:\($1):'", with: "'*:\($1):{_message \($1)}'") }
    }

    /// Reads the words before the cursor, in the generated fish functions.
    private static let fishTokens = "    set -l unparsed_tokens (__announce_tokens -pc)\n"

    private static func fish(_ commands: String) -> String {
        #"""
            # A text needs no command, and --socket or --app may stand before one.
            set -l announce_commands \#(commands)
            if test (count $unparsed_tokens) -gt 3 ; and contains -- "$unparsed_tokens[2]" --socket --app; and contains -- "$unparsed_tokens[4]" $announce_commands
                set unparsed_tokens $unparsed_tokens[1 4 2 3] $unparsed_tokens[5..]
            else if test (count $unparsed_tokens) -gt 1; and not contains -- $unparsed_tokens[2] $announce_commands
                set unparsed_tokens $unparsed_tokens[1] say $unparsed_tokens[2..]
            else if test (count $unparsed_tokens) -eq 1; and string match -q -- '-*' (commandline -ct)
                set -a unparsed_tokens say
            end

        """#
    }

    private static let fishCommand = #"""
        function __announce_command
            set -l tokens (commandline -opc)
            set -l place (contains -i -- -- $tokens); or return
            contains -- run $tokens[1..$place]; or return
            # The line goes on with a command of its own.
            set -e tokens[1..$place]
            complete -C "$(string join ' ' -- (string escape -- $tokens) (commandline -ct))"
        end
        complete -c announce -a '(__announce_command)'

        """#
}
