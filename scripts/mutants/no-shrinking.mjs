import fc from 'fast-check'

// A mutant is dead at the first example that fails; looking for the smallest one takes longest of all.
fc.configureGlobal({ endOnFailure: true })
