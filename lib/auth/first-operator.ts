import 'server-only'
import { env } from '@/lib/env'
import { type Database, database } from '@/lib/store/database'
import { addOperator, hasOperator } from '@/lib/store/operators'
import { issueSetUpToken } from '@/lib/store/set-up-links'
import { type Weakness, weaknessOf } from './password-strength'
import { hashPassword, PASSWORD } from './passwords'

/** Why OPERATOR_PASSWORD is refused, for the log that the deployer reads. */
const WEAK: Readonly<Record<Weakness, string>> = {
  common: 'it is a common password, or close to one',
  product: 'it is too close to the name Lading',
  name: 'it is too close to OPERATOR_EMAIL',
  email: 'it is too close to OPERATOR_EMAIL',
}

/** What is said about the first operator when the server starts; undefined when there is nothing to say. */
export type FirstOperatorNews = { kind: 'created'; email: string } | { kind: 'link'; url: string } | undefined

interface Given {
  readonly publicUrl: string
  readonly operatorEmail: string | undefined
  readonly operatorPassword: string | undefined
}

/**
 * While there is no operator: makes the administrator that OPERATOR_EMAIL and OPERATOR_PASSWORD name, else a new
 * set-up link that voids the one of the start before.
 * @throws Error when the password given cannot be one
 */
export async function prepareFirstOperator(open: Database, given: Given): Promise<FirstOperatorNews> {
  if (await hasOperator(open.kysely)) return undefined
  const { operatorEmail: email, operatorPassword: password } = given
  if (!email || !password) {
    return { kind: 'link', url: `${given.publicUrl}/setup#${await issueSetUpToken(open)}` }
  }
  if (password.length < PASSWORD.min || password.length > PASSWORD.max) {
    throw new Error(`OPERATOR_PASSWORD must have ${PASSWORD.min} to ${PASSWORD.max} characters.`)
  }
  const name = email.split('@')[0] ?? email
  const weakness = await weaknessOf(password, { name, email })
  if (weakness) throw new Error(`OPERATOR_PASSWORD cannot be used: ${WEAK[weakness]}. Set another one.`)
  await addOperator(open.kysely, {
    email,
    name,
    passwordHash: await hashPassword(password),
    role: 'administrator',
  })
  return { kind: 'created', email }
}

/** Does it for this process and says it where whoever starts Lading looks: on stdout. */
export async function announceFirstOperator(): Promise<void> {
  const news = await prepareFirstOperator(await database(), env())
  if (news?.kind === 'link') console.log(`Set up Lading: ${news.url}`)
  if (news?.kind === 'created') console.log('Lading made the first operator.')
}
