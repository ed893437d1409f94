import type { RunView, StartedRun } from './actions'
import type { Say } from './use-say'

/** So many orders are named; a sentence is no list. */
const NAMED = 3

/**
 * What became of a run, in a sentence or two.
 * @param again orders of the sheet that were refused before and passed since
 * @param nameOf what orders are called, by their numbers
 */
export function outcomeSentence(
  run: RunView,
  started: StartedRun | undefined,
  again: number,
  t: Say,
  nameOf: (numbers: readonly string[]) => readonly string[],
): string {
  const namesOf = (numbers: readonly string[]) =>
    [...nameOf(numbers.slice(0, NAMED)), ...(numbers.length > NAMED ? ['…'] : [])].join(', ')
  // What had passed and did not change passed as well: the sentence is about the whole sheet.
  const passed = run.passed + (started?.fresh ?? 0)
  const parts =
    run.kind === 'check'
      ? [
          run.passed + run.failed > 0 && t('said.checked', { passed, failing: run.failed }),
          run.passed > 0 && again > 0 && t('said.again', { count: again }),
        ]
      : [
          run.registered > 0 && t('said.registered', { count: run.registered }),
          run.rejected > 0 && t('said.rejected', { count: run.rejected }),
          run.unknown > 0 && t('said.unknown', { count: run.unknown }),
          ...run.refused.map(({ why, numbers }) =>
            t('said.refused', { count: numbers.length, numbers: namesOf(numbers), why }),
          ),
        ]
  const withheld = started && started.withheld > 0 && t('said.withheld', { count: started.withheld })
  const elsewhere =
    started?.elsewhere !== undefined &&
    started.elsewhere > 0 &&
    t('said.elsewhere', { count: started.elsewhere })
  return [run.problem, ...parts, withheld, elsewhere].filter(Boolean).join(' ')
}
