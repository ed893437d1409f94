import { redirect } from 'next/navigation'
import { requireOperator } from '@/lib/auth/session'

/** A short address of Settings › About. */
export default async function Page() {
  await requireOperator()
  redirect('/settings/about')
}
