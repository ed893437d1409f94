/** What a server does once, before it answers. Next calls it in each of its runtimes; ours is Node. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { start } = await import('@/lib/auth/start')
  await start()
  // Next: resume the ledger's runner here, by the same kind of import, once it is there.
}
