import 'server-only'
import { programVersion } from '@/lib/version'
import type { Language } from '@/lib/words/locale/languages'
import { withLanguage } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { logActivity, logFault, logWarning } from './log'

const t = getTranslations('terminal.start')

/**
 * Ends a server that cannot start. The message of the error is a sentence for the person who starts it and goes to
 * stderr; the whole error goes to the log.
 * @param language the language of the terminal
 */
export function endStart(error: unknown, language: Language): never {
  logFault('the server could not start', error)
  const reason = error instanceof Error ? error.message : String(error)
  withLanguage(language, () => process.stderr.write(`\n${t('failed', { reason })}\n`))
  process.exit(1)
}

/**
 * Logs the versions that a server runs on, and warns about a Node without security fixes. Not in instrumentation.ts,
 * because Next rejects `process.versions` there.
 * @param engine the database with its version
 */
export function logVersions(engine: string): void {
  // The commit is not redacted: its characters can look like a customs code or a phone number.
  logActivity('the server starts', { ...programVersion(), engine, runtime: `Node ${process.versions.node}` })
  // docs/decisions/0055
  if (Number.parseInt(process.versions.node, 10) < 22)
    logWarning('Node 20 has had no security fixes since 2026-04-30: install Node 22 or 24')
}
