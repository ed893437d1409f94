/**
 * Mutants that once survived, or that would cost most, beside those that are made mechanically: `find` stands once in
 * `file`, `replace` takes its place, and one of `tests` must fail.
 */
export const named = []
