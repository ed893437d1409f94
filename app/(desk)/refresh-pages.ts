import { revalidatePath } from 'next/cache'
import type { Result } from '@/lib/desk-api/result'

/** Renders all pages of the desk again once a call is done: any of them may show what it changed. */
export async function refreshPages<T>(call: Promise<T>): Promise<T> {
  const result = await call
  revalidatePath('/', 'layout')
  return result
}

/** Like `refreshPages`, only if the call succeeded. */
export async function refreshPagesIfOk<T>(call: Promise<Result<T>>): Promise<Result<T>> {
  const result = await call
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

/** Renders one page again once a call is done, also if it failed: the page may show what is no longer there. */
export function refreshPath<T>(path: string, result: Result<T>): Result<T> {
  revalidatePath(path)
  return result
}
