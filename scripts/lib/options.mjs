/**
 * The option or argument that `parseArgs` rejected: its own sentence is in English.
 * @param {unknown} error @returns {string} empty if it names none
 */
export const wrongOption = error => /'([^\s',]+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''

/** Whether a command line asks how the command is called. @param {readonly string[]} args */
export const asksForHelp = args => args.some(arg => arg === '--help' || arg === '-h')
