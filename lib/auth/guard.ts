import 'server-only'
import { headers } from 'next/headers'
import { unstable_rethrow } from 'next/navigation'
import type * as z from 'zod'
import { env } from '@/lib/env'
import { isStorageFull } from '@/lib/store/database'
import type { OperatorRole } from '@/lib/store/operator-tables'
import type { Operator } from '@/lib/store/operators'
import { words } from '@/lib/words/server'
import { isOwnOrigin } from './origin'
import { type Outcome, type Problem, trouble } from './outcome'
import { reportFault } from './report'
import { isAtLeast } from './roles'
import { currentOperator } from './session'

const say = words('auth.guard')

/** Who may do something; a `viewer`, that is anybody who is signed in, unless told. */
export interface Rule<Input extends z.ZodType> {
  readonly role?: OperatorRole
  readonly input: Input
}

/**
 * Makes a 'use server' function that may be exported. Next runs an action for whoever posts its id, to any path and
 * from anywhere, so here, and nowhere else, is checked: that a page of ours asks, who is signed in, their role, and
 * what was sent. All of that is answered as a value; a fault of ours is logged and answered with its number.
 */
export function action<Input extends z.ZodType, T>(
  rule: Rule<Input>,
  handler: (input: z.output<Input>, operator: Operator) => Promise<Outcome<T>>,
): (input: z.input<Input>) => Promise<Outcome<T>> {
  return input =>
    guarded(async () => {
      const operator = await currentOperator()
      const refusal = (await originProblem()) ?? operatorProblem(operator, rule.role)
      if (refusal || !operator) return { ok: false, problem: refusal ?? signedOut() }
      const read = readInput(rule.input, input)
      return read.ok ? handler(read.value, operator) : read
    })
}

/** The same for what is done before anybody is signed in: `handler` itself must find out who may. */
export function openAction<Input extends z.ZodType, T>(
  rule: Pick<Rule<Input>, 'input'>,
  handler: (input: z.output<Input>) => Promise<Outcome<T>>,
): (input: z.input<Input>) => Promise<Outcome<T>> {
  return input =>
    guarded(async () => {
      const refusal = await originProblem()
      if (refusal) return { ok: false, problem: refusal }
      const read = readInput(rule.input, input)
      return read.ok ? handler(read.value) : read
    })
}

/** Why this operator may not do what `role` may; undefined when they may. */
export function operatorProblem(
  operator: Operator | undefined,
  role: OperatorRole = 'viewer',
): Problem | undefined {
  if (!operator) return signedOut()
  return isAtLeast(operator.role, role) ? undefined : { code: 'role', message: say('role') }
}

/** Why a request with these headers is not from a page of ours; undefined when it is. */
export async function originProblem(): Promise<Problem | undefined> {
  const { publicUrl } = env()
  if (isOwnOrigin((await headers()).get('origin'), publicUrl)) return undefined
  return { code: 'origin', message: say('origin', { url: publicUrl }) }
}

/** What operators are told about a fault of ours, once it is in the log. A full disk is none: somebody can make room. */
export const faultProblem = (error: unknown): Problem => {
  const id = reportFault(error)
  return { code: 'unexpected', message: isStorageFull(error) ? say('full') : say('unexpected', { id }) }
}

async function guarded<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work()
  } catch (error) {
    // Redirects of Next are thrown, too.
    unstable_rethrow(error)
    return { ok: false, problem: faultProblem(error) }
  }
}

function readInput<Input extends z.ZodType>(schema: Input, input: unknown): Outcome<z.output<Input>> {
  const read = schema.safeParse(input)
  if (read.success) return { ok: true, value: read.data }
  const fields = read.error.issues.map(issue => ({ name: issue.path.join('.'), message: issue.message }))
  return trouble('input', say('input'), fields)
}

const signedOut = (): Problem => ({ code: 'signed-out', message: say('signedOut') })
