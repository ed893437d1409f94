/**
 * The option or argument that `parseArgs` rejected: its own sentence is in English.
 * @param {unknown} error @returns {string} empty if it names none
 */
export const wrongOption = error => /'([^\s',]+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
