import fc from 'fast-check'

// A mutant is dead at the first failing example; shrinking the example would take most of the time.
fc.configureGlobal({ endOnFailure: true })
