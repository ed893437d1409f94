/** What a server does once, before it answers. Next calls it in each of its runtimes; ours is Node. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  // In one piece with the line above: Next leaves it out of its other runtime only then.
  try {
    const { holdConsole, logFault } = await import('@/lib/log/log')
    if (process.env.NODE_ENV === 'production') holdConsole()
    const { env } = await import('@/lib/env')
    // next-auth knows its origin from here alone; it must not guess from headers, nor from a port of its own.
    process.env.NEXTAUTH_URL = env().publicUrl

    // The steps of a start, in this order. Each is imported only here, where Node's modules are at hand.
    const { notePeers } = await import('@/lib/auth/peer')
    notePeers()
    const { requireHttps } = await import('@/lib/auth/transport')
    requireHttps(env().publicUrl)
    const { guardRequests } = await import('@/lib/admission/guard-requests')
    guardRequests()
    const { collectSooner } = await import('@/lib/service/collect-sooner')
    collectSooner()
    const { showRepeatedAuthorization } = await import('@/lib/service/repeated-authorization')
    showRepeatedAuthorization()
    const { answerUpgrades } = await import('@/lib/server/upgrades')
    answerUpgrades(process.env.NODE_ENV !== 'production')
    const { database } = await import('@/lib/store/database')
    const { logNotice, logWarning } = await import('@/lib/log/log')
    const engine = await (await database()).engine()
    logNotice('the server starts', { engine, node: process.versions.node })
    if (Number.parseInt(process.versions.node, 10) < 22)
      logWarning('Node 20 has had no security fixes since 2026-04-30: install Node 22 or 24')
    const { requireSoundFile } = await import('@/lib/store/soundness')
    const { endStart } = await import('@/lib/log/end-start')
    await requireSoundFile(env(), {
      damaged: endStart,
      unchecked: error => logFault('the database file could not be checked', error),
    })
    const { requireKeys } = await import('@/lib/store/key-needs')
    const { keyring } = await import('@/lib/store/keyring')
    await requireKeys((await database()).kysely, keyring())
    const { announceFirstOperator } = await import('@/lib/auth/first-operator')
    await announceFirstOperator()
    const { ensureSandbox } = await import('@/lib/store/sandbox')
    await ensureSandbox(await database())
    // After the database: what is done to a large one before it is opened may take long, and blocks.
    if (process.env.NODE_ENV === 'production' && env().watchdogMs > 0) {
      const { startWatchdog } = await import('@/lib/server/watchdog')
      startWatchdog(env().watchdogMs)
    }
    const { closeRunner, resumeRunner } = await import('@/lib/ledger/runner')
    await resumeRunner(env().afterRestore)
    const { startRetention } = await import('@/lib/ledger/retention')
    const stopRetention = startRetention(error => logFault('the daily work did not end', error))
    const close = (isCrash = false) => {
      stopRetention()
      return closeRunner(isCrash)
    }
    if (process.env.NODE_ENV === 'production') {
      const { endOnException } = await import('@/lib/ledger/last-resort')
      endOnException(() => close(true))
    }
    // Last: whoever else listens to signals does so by now.
    const { closeBeforeEnd } = await import('@/lib/ledger/runner-signals')
    closeBeforeEnd(close)
  } catch (error) {
    const { isStorageFull, mayPass } = await import('@/lib/store/database')
    // Next begins anew with the next request: a disk may have room by then, a PostgreSQL be back.
    if (mayPass(error) || isStorageFull(error)) throw error
    // Anything else stays as it is, and Next would answer every request with 500.
    const { endStart } = await import('@/lib/log/end-start')
    endStart(error)
  }
}
