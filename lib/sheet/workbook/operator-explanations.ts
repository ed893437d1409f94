import { messageTemplate, valuesOf } from '@/lib/sheet/judge/explanations/message-template'
import { fieldKey } from '@/lib/sheet/judge/locate'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import type { MarkPlace } from './api-error'
import type { Workbook } from './workbook'

/** What operators say about messages of a connection, in the language of the reader. */
export type OperatorExplanations = readonly {
  readonly field: string
  readonly code: string
  readonly template: string
  readonly text: string
}[]

const noValues: readonly string[] = []

/** Finds the operators' explanation of a message: of the same prose, field and code. */
export function explanationFinder(
  workbook: Workbook,
  explanations: OperatorExplanations,
): (mark: Mark, at: MarkPlace) => string | undefined {
  const name = (field: string, code: string, template: string) => JSON.stringify([field, code, template])
  const texts = new Map(
    explanations.map(({ field, code, template, text }) => [name(field, code, template), text]),
  )
  const values = new WeakMap<OrderOutcome, readonly string[]>()
  const valuesIn = (outcome: OrderOutcome | undefined) => {
    if (outcome?.payload === undefined) return noValues
    const found = values.get(outcome) ?? valuesOf(outcome.payload, workbook.sheet)
    values.set(outcome, found)
    return found
  }
  return ({ field = '', errorCode = '', message = '' }: Mark, { line }: MarkPlace) => {
    if (texts.size === 0) return undefined
    const template = messageTemplate(message, valuesIn(workbook.outcomeOf(line)))
    return texts.get(name(fieldKey(field, workbook.sheet), errorCode, template))
  }
}
