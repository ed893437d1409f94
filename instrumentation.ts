/** Where Next's build describes its routes. */
const ROUTES = '.next/routes-manifest.json'

/** Where the build puts its compressed scripts and styles. */
const COMPRESSED = '.next/lading-compressed'

let noteFailedPage: ((error: unknown) => void) | undefined

/** Next calls it with the error of a page, before it responds. */
export function onRequestError(error: unknown): void {
  noteFailedPage?.(error)
}

/** What a server does once, before it responds. Next calls it in each of its runtimes; ours is Node. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  // In one piece with the line above: Next leaves it out of its other runtime only then.
  try {
    const { holdConsole, logFault, outliveOutput } = await import('@/lib/log/log')
    outliveOutput()
    if (process.env.NODE_ENV === 'production') holdConsole()
    const { env, inTerminalLanguage } = await import('@/lib/env')
    // next-auth knows its origin only from here; it must not guess from headers, nor from a port of its own.
    process.env.NEXTAUTH_URL = env().publicUrl

    // The steps of a start, in this order. Each is imported only here, where Node's modules are at hand.
    const { recordPeerAddresses } = await import('@/lib/auth/client-address')
    recordPeerAddresses()
    const { requireHttps } = await import('@/lib/auth/transport')
    requireHttps(env().publicUrl)
    // Installed before the listeners that count requests, because a request that waited here starts again.
    const { guardRequests } = await import('@/lib/admission/guard-requests')
    const { readCompressedFiles } = await import('@/lib/server/compressed-files')
    guardRequests(process.env.NODE_ENV === 'production' ? readCompressedFiles(COMPRESSED) : new Map())
    const { database, isTransient } = await import('@/lib/store/db/database')
    const { noteUnavailable } = await import('@/lib/log/caller')
    noteFailedPage = error => {
      if (isTransient(error)) noteUnavailable()
    }
    const { isFirstInProcess } = await import('@/lib/telemetry/once')
    const { logsRequests, metrics, traceProtocol } = env()
    const hasMetrics = metrics.port !== undefined || metrics.token !== undefined
    const { readRoutePatterns } = await import('@/lib/server/route-patterns')
    const { programVersion } = await import('@/lib/version')
    if ((logsRequests || hasMetrics) && isFirstInProcess('requests')) {
      const { watchRequests } = await import('@/lib/server/watch-requests')
      watchRequests(readRoutePatterns(ROUTES))
    }
    let stopTraces: (() => Promise<void>) | undefined
    if (traceProtocol !== undefined && isFirstInProcess('traces')) {
      const { startTraces } = await import('@/lib/traces/traces')
      stopTraces = await startTraces(traceProtocol, programVersion().version, readRoutePatterns(ROUTES).has)
    }
    if (isFirstInProcess('log')) {
      const { logRequests, logRuns } = await import('@/lib/log/activity')
      if (logsRequests) logRequests()
      logRuns()
    }
    const { collectGarbageSooner } = await import('@/lib/server/gc-tuning')
    collectGarbageSooner()
    const { exposeRepeatedAuthorization } = await import('@/lib/server/repeated-authorization')
    exposeRepeatedAuthorization()
    const { handleUpgrades } = await import('@/lib/server/upgrades')
    handleUpgrades(process.env.NODE_ENV !== 'production')
    const { waitForDatabase } = await import('@/lib/store/db/wait-for-database')
    const opened = await waitForDatabase(
      () => inTerminalLanguage(database),
      error => logFault('the start waits until the database can be used', error),
    )
    const engine = await opened.engine()
    const { endStart, logVersions } = await import('@/lib/log/start')
    logVersions(engine)
    const { requireIntactFile } = await import('@/lib/store/db/integrity-check')
    await inTerminalLanguage(() =>
      requireIntactFile(env(), {
        damaged: error => endStart(error, env().terminalLanguage),
        unchecked: error => logFault('the database file could not be checked', error),
      }),
    )
    const { requireKeys } = await import('@/lib/store/secrets/key-usage')
    const { keyring } = await import('@/lib/store/secrets/keyring')
    await inTerminalLanguage(() => requireKeys(opened.kysely, keyring()))
    const { announceFirstOperator } = await import('@/lib/auth/sign-in/first-operator')
    await announceFirstOperator()
    const { ensureSandbox } = await import('@/lib/store/connections/sandbox')
    await ensureSandbox(opened)
    // After the database: what is done to a large one before it is opened may take long, and blocks.
    if (process.env.NODE_ENV === 'production' && env().watchdogMs > 0) {
      const { startWatchdog } = await import('@/lib/server/watchdog')
      startWatchdog(env().watchdogMs)
    }
    if (hasMetrics && isFirstInProcess('metrics')) {
      const { startMetrics } = await import('@/lib/metrics/metrics')
      const { readMeasurements } = await import('@/lib/desk/measurements')
      const { dataDir, diskFloor } = env()
      const facts = { version: programVersion().version, engine, dataDir, diskFloor }
      const server = await startMetrics(metrics, facts, readMeasurements)
      const { markInternal } = await import('@/lib/server/internal-servers')
      if (server) markInternal(server)
    }
    const { closeRunner, startRunner } = await import('@/lib/ledger/ledger')
    const { preparation } = await import('@/lib/desk/runs/prepare-run')
    const { messageCollector } = await import('@/lib/desk/connections/collect-messages')
    const { requirementLearner } = await import('@/lib/desk/requirements/learn')
    const learner = requirementLearner()
    const listeners = { onFailures: messageCollector.add, onChecked: learner.add }
    await startRunner(preparation, listeners, env().afterRestore)
    const { startRetention } = await import('@/lib/ledger/retention/retention')
    const stopRetention = startRetention(error => logFault('the daily cleanup failed', error))
    const { startBackups } = await import('@/lib/desk/backups')
    const stopBackups = startBackups()
    const { startNotifications } = await import('@/lib/desk/notifications/notifications')
    const stopNotifications = await startNotifications()
    // After the runner, which takes the checks of its drafts.
    const { startIntake } = await import('@/lib/desk/intake/intake')
    const stopIntake = await startIntake()
    const { closeLiveStreams } = await import('@/lib/desk/live/live')
    const close = async (isCrash = false) => {
      stopRetention()
      // Together: while one waits for its work, another must not begin more, least of all a registration.
      await Promise.all([
        closeRunner(isCrash),
        closeLiveStreams(),
        stopIntake(),
        stopNotifications(),
        stopBackups(),
      ])
      await messageCollector.flush()
      await stopTraces?.()
      await learner.settled()
    }
    if (process.env.NODE_ENV === 'production') {
      const { endOnException } = await import('@/lib/server/shutdown')
      endOnException(() => close(true))
    }
    // Last: all other listeners to signals are registered by now.
    const { closeBeforeEnd } = await import('@/lib/server/shutdown')
    closeBeforeEnd(close)
  } catch (error) {
    // Next keeps the error and would respond to every request with 500, also after the database is back.
    const { endStart } = await import('@/lib/log/start')
    const { terminalLanguage } = await import('@/lib/words/locale/terminal-language.mjs')
    endStart(error, terminalLanguage(process.env))
  }
}
