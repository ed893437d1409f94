import { parseArgs } from 'node:util'
import { env } from '@/lib/env'
import { type Database, database } from '@/lib/store/db/database'
import { invitationUrl, issuePasswordReset } from '@/lib/store/people/invitations'
import { normalizeEmail } from '@/lib/store/people/operators'
import { maySignInWithPassword } from '@/lib/store/people/password-accounts'
import { resetSecondFactorByEmail } from '@/lib/store/people/sign-in/second-factors'
import { listMembers } from '@/lib/store/people/team'
import { getTranslations } from '@/lib/words/server'
import { optionError, runCommand } from './run-command'

// npm run reset-password -- --email EMAIL [--second-factor]
// Prints a link by which one operator sets a new password, for a team in which no administrator can sign in. With
// --second-factor it removes the operator's second factors instead. It may run while the server does.

const t = getTranslations('terminal.resetPassword')

const COMMAND = 'npm run reset-password -- --email EMAIL [--second-factor]'

async function main(): Promise<number> {
  const options = readArguments()
  if (options instanceof Error) {
    console.error(`${options.message}\n${getTranslations('terminal')('usage', { command: COMMAND })}`)
    return 2
  }
  const { email } = options
  const opened = await database()
  return (options.isSecondFactor ? resetFactors(opened, email) : printLink(opened, email)).finally(() =>
    opened.close(),
  )
}

async function resetFactors(opened: Database, email: string): Promise<number> {
  const why = await opened.write(trx => resetSecondFactorByEmail(trx, email, new Date()))
  if (why) return refuse(why, email)
  console.log(t('secondFactor', { email }))
  return 0
}

async function printLink(opened: Database, email: string): Promise<number> {
  if (!maySignInWithPassword(email)) {
    const members = await listMembers(opened.kysely)
    const isActive = members.some(one => one.email === normalizeEmail(email) && one.removedAt === null)
    if (isActive) return refuse('providerOnly', email)
  }
  const reset = await opened.write(trx => issuePasswordReset(trx, email, new Date()))
  if (!reset.ok) return refuse(reset.why, email)
  const until = `${reset.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  console.log(`${t('lead', { email: reset.email })}

${invitationUrl(env().publicUrl, reset.token)}

${t('note', { time: until })}`)
  return 0
}

function refuse(why: 'unknown' | 'removed' | 'providerOnly', email: string): number {
  console.error(t(why, { email }))
  return 1
}

function readArguments(): { readonly email: string; readonly isSecondFactor: boolean } | Error {
  try {
    const options = { email: { type: 'string' }, 'second-factor': { type: 'boolean' } } as const
    const { email, 'second-factor': isSecondFactor = false } = parseArgs({ options }).values
    return email?.trim() ? { email: email.trim(), isSecondFactor } : new Error(t('noEmail'))
  } catch (error) {
    return optionError(error)
  }
}

await runCommand(COMMAND, main)
