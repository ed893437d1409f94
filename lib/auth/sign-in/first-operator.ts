import 'server-only'
import { env, inTerminalLanguage } from '@/lib/env'
import { type Database, database } from '@/lib/store/db/database'
import { addOperator, hasOperator } from '@/lib/store/people/operators'
import { issueSetUpToken } from '@/lib/store/people/set-up-links'
import { getTranslations } from '@/lib/words/server'
import { weaknessOf } from './password-strength'
import { hashPassword, PASSWORD_LENGTH } from './passwords'

const t = getTranslations('terminal')

/** What the server prints about the first operator at its start; undefined: nothing. */
type FirstOperatorNotice = { kind: 'created'; email: string } | { kind: 'link'; url: string } | undefined

interface Given {
  readonly publicUrl: string
  readonly operatorEmail: string | undefined
  readonly operatorPassword: string | undefined
}

/**
 * Without any operator: creates the administrator from OPERATOR_EMAIL and OPERATOR_PASSWORD, or else a new
 * set-up link, which voids the link of the previous start.
 * @throws Error if the given password cannot be used
 */
export async function prepareFirstOperator(open: Database, given: Given): Promise<FirstOperatorNotice> {
  if (await hasOperator(open.kysely)) return undefined
  const { operatorEmail: email, operatorPassword: password } = given
  if (!email || !password) {
    return { kind: 'link', url: `${given.publicUrl}/setup#${await issueSetUpToken(open)}` }
  }
  if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max) {
    throw new Error(t('variables.passwordLength', PASSWORD_LENGTH))
  }
  const name = email.split('@')[0] ?? email
  const weakness = await weaknessOf(password, { name, email })
  if (weakness) throw new Error(t('variables.weakPassword', { why: weakness }))
  await addOperator(open.kysely, {
    email,
    name,
    passwordHash: await hashPassword(password),
    role: 'administrator',
  })
  return { kind: 'created', email }
}

/** Prepares the first operator of this process and prints the result to stdout. */
export async function announceFirstOperator(): Promise<void> {
  const opened = await database()
  await inTerminalLanguage(async () => {
    const notice = await prepareFirstOperator(opened, env())
    if (notice?.kind === 'link') console.log(t('start.setUp', { url: notice.url }))
    if (notice?.kind === 'created') console.log(t('start.operatorCreated'))
  })
}
