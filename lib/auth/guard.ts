import 'server-only'
import { headers } from 'next/headers'
import { unstable_rethrow } from 'next/navigation'
import type * as z from 'zod'
import { fail, type Problem, type Result } from '@/lib/desk-api/result'
import { env } from '@/lib/env'
import { logFault, newFaultId } from '@/lib/log/log'
import type { Role } from '@/lib/roles'
import { isStorageFull, isTransient, isUnstorableText } from '@/lib/store/db/database'
import type { Operator } from '@/lib/store/people/operators'
import { inSpan } from '@/lib/telemetry/span'
import { getTranslations } from '@/lib/words/server'
import { isOwnOrigin } from './origin'
import { isAtLeast } from './roles'
import { currentOperator } from './session'

const t = getTranslations('auth.guard')

/** Who may call an action. The default role is `viewer`, that is every operator who is signed in. */
export interface ActionGuard<Input extends z.ZodType> {
  readonly role?: Role
  readonly input: Input
  /** Whether operators who must add a second factor may call it, too: what they need in order to add one. */
  readonly duringSetUp?: boolean
}

/**
 * Creates an exported 'use server' function. Next runs an action for any POST with its id, from any page, so
 * this function checks the Origin header, the session, the role and the input. Refusals are returned as
 * values; an unexpected error is logged and returned with its log number.
 */
export function action<Input extends z.ZodType, T>(
  rule: ActionGuard<Input>,
  handler: (input: z.output<Input>, operator: Operator) => Promise<Result<T>>,
): (input: z.input<Input>) => Promise<Result<T>> {
  return input =>
    guarded(async () => {
      const operator = await currentOperator()
      const refusal = (await originProblem()) ?? operatorProblem(operator, rule)
      if (refusal || !operator) return { ok: false, problem: refusal ?? signedOut() }
      const read = readInput(rule.input, input)
      return read.ok ? handler(read.value, operator) : read
    })
}

/** Like `action`, for requests without a session: `handler` must check the permission itself. */
export function publicAction<Input extends z.ZodType, T>(
  rule: Pick<ActionGuard<Input>, 'input'>,
  handler: (input: z.output<Input>) => Promise<Result<T>>,
): (input: z.input<Input>) => Promise<Result<T>> {
  return input =>
    guarded(async () => {
      const refusal = await originProblem()
      if (refusal) return { ok: false, problem: refusal }
      const read = readInput(rule.input, input)
      return read.ok ? handler(read.value) : read
    })
}

/** Why a rule does not let this operator pass; undefined if it does. */
export function operatorProblem(
  operator: Operator | undefined,
  { role = 'viewer', duringSetUp = false }: Pick<ActionGuard<z.ZodType>, 'role' | 'duringSetUp'>,
): Problem | undefined {
  if (!operator) return signedOut()
  if (operator.mustAddSecondFactor && !duringSetUp)
    return { code: 'second-factor', message: t('secondFactor') }
  return isAtLeast(operator.role, role) ? undefined : { code: 'role', message: t('role') }
}

/** Why a request with these headers does not come from a page of Lading; undefined if it does. */
export async function originProblem(): Promise<Problem | undefined> {
  const { publicUrl } = env()
  if (isOwnOrigin((await headers()).get('origin'), publicUrl)) return undefined
  return { code: 'origin', message: t('origin', { url: publicUrl }) }
}

/**
 * Logs an unexpected error and returns the problem for the operator. A full disk has its own message because
 * someone can free space. A text that no database stores is a mistake of the request, and is not logged.
 */
export const faultProblem = (error: unknown): Problem => {
  if (isUnstorableText(error)) return { code: 'input', message: t('malformed') }
  const id = reportFault(error)
  if (isStorageFull(error)) return { code: 'unexpected', message: t('full') }
  return { code: 'unexpected', message: isTransient(error) ? t('database', { id }) : t('unexpected', { id }) }
}

async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await inSpan('action', {}, async span => {
      const result = await work()
      span.setAttribute('lading.outcome', result.ok ? 'ok' : result.problem.code)
      return result
    })
  } catch (error) {
    // Next throws redirects, too.
    unstable_rethrow(error)
    return { ok: false, problem: faultProblem(error) }
  }
}

function readInput<Input extends z.ZodType>(schema: Input, input: unknown): Result<z.output<Input>> {
  const read = schema.safeParse(input)
  if (read.success) return { ok: true, value: read.data }
  const fields = read.error.issues.map(issue => ({ name: issue.path.join('.'), message: issue.message }))
  return fail('input', t('input'), fields)
}

const signedOut = (): Problem => ({ code: 'signed-out', message: t('signedOut') })

/**
 * Logs an error and returns its log number. Operators see only the number because the error may quote data
 * of others.
 */
function reportFault(error: unknown): string {
  const id = newFaultId()
  logFault('an unexpected error', error, { fault: id })
  return id
}
