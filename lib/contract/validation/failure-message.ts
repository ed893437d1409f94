import * as z from 'zod'
import type { FailureCode, FailureParams } from './failures'

/**
 * A failure as the message of a schema: schemas run without a language, so the code that shows it finds the sentence.
 */
export const failureMessage = (code: FailureCode, params: FailureParams): string =>
  `${PREFIX}${JSON.stringify({ code, params })}`

/** The failure in a message of `failureMessage`; undefined if the message is something else. */
export function readFailureMessage(
  message: string,
): { readonly code: FailureCode; readonly params: FailureParams } | undefined {
  if (!message.startsWith(PREFIX)) return undefined
  const { code, params } = shape.parse(JSON.parse(message.slice(PREFIX.length)))
  return { code: code as FailureCode, params }
}

const PREFIX = 'failure:'
const shape = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
