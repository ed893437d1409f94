import { parseArgs } from 'node:util'
import { env } from '@/lib/env'
import { database } from '@/lib/store/database'
import { invitationUrl, issuePasswordReset } from '@/lib/store/invitations'

// npm run reset-password -- --email EMAIL
// Prints a link by which one operator sets a new password, for a team in which no administrator can sign in. It may
// run while the server does.

const usage = 'Usage: npm run reset-password -- --email EMAIL'

async function main(): Promise<number> {
  const email = readEmail()
  if (email instanceof Error) {
    console.error(`${email.message}\n${usage}`)
    return 2
  }
  const opened = await database()
  const reset = await opened
    .write(trx => issuePasswordReset(trx, email, new Date()))
    .finally(() => opened.close())
  if (!reset.ok) {
    console.error(
      reset.why === 'unknown'
        ? `No operator has the email address “${email}”. Check its spelling, and that DATA_DIR or DATABASE_URL is the server’s.`
        : `“${email}” was removed from the team. An administrator can let them in again under Settings › Team.`,
    )
    return 1
  }
  const until = `${reset.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  console.log(`A link to a new password for ${reset.email}:

${invitationUrl(env().publicUrl, reset.token)}

It works once, until ${until}. Anyone who opens it can set the password, so hand it only to its owner.
Using it signs the account out everywhere.`)
  return 0
}

function readEmail(): string | Error {
  try {
    const { email } = parseArgs({ options: { email: { type: 'string' } } }).values
    return email?.trim() || new Error('Name the operator: --email EMAIL.')
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
