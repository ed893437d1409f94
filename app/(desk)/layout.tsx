import { DeskFrame } from '@/app/(desk)/frame/frame'
import { requireOperator } from '@/lib/auth/session'

/** The desk. Every page checks the session itself, because Next may skip a layout. */
export default async function Layout({ children }: { children: React.ReactNode }) {
  return <DeskFrame operator={await requireOperator()}>{children}</DeskFrame>
}
