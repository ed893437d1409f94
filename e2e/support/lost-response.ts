import type { FaultProxy } from './network/fault-proxy'
import type { Workbench } from './workbench'

/**
 * Registers the records of a sheet at a service whose response is lost on the way, so that they are unconfirmed; later
 * requests pass.
 * @returns the announced result
 */
export async function registerWithLostResponse(
  workbench: Workbench,
  faults: FaultProxy,
  path: '/orders/japan' | '/link/products' = '/orders/japan',
): Promise<string> {
  await faults.set({ kind: 'drop' }, path)
  const result = await workbench.register()
  await faults.set({ kind: 'pass' })
  return result
}
