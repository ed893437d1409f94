import { parseArgs } from 'node:util'
import { env, inTerminalLanguage } from '@/lib/env'
import { database } from '@/lib/store/db/database'
import { invitationUrl, issuePasswordReset } from '@/lib/store/people/invitations'
import { getTranslations } from '@/lib/words/server'

// npm run reset-password -- --email EMAIL
// Prints a link by which one operator sets a new password, for a team in which no administrator can sign in. It may
// run while the server does.

const t = getTranslations('terminal.resetPassword')

const COMMAND = 'npm run reset-password -- --email EMAIL'

async function main(): Promise<number> {
  const email = readEmail()
  if (email instanceof Error) {
    console.error(`${email.message}\n${getTranslations('terminal')('usage', { command: COMMAND })}`)
    return 2
  }
  const opened = await database()
  const reset = await opened
    .write(trx => issuePasswordReset(trx, email, new Date()))
    .finally(() => opened.close())
  if (!reset.ok) {
    console.error(t(reset.why === 'unknown' ? 'unknown' : 'removed', { email }))
    return 1
  }
  const until = `${reset.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  console.log(`${t('lead', { email: reset.email })}

${invitationUrl(env().publicUrl, reset.token)}

${t('note', { time: until })}`)
  return 0
}

function readEmail(): string | Error {
  try {
    const { email } = parseArgs({ options: { email: { type: 'string' } } }).values
    return email?.trim() || new Error(t('noEmail'))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

process.exitCode = await inTerminalLanguage(main).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
