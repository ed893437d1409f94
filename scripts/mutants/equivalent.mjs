/**
 * Mutants that no test can kill, because the program does the same; each with the reason. An entry belongs to every
 * mutant of `file` whose line is `code` and that reads `change`; one that belongs to none is to be deleted.
 */
export const equivalent = []
