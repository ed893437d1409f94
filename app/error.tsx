'use client'
import Broken from '@/app/(desk)/error'

/** Replaces a page outside the desk, or the desk's frame, in the middle of the window. */
export default function BrokenWindow(props: Parameters<typeof Broken>[0]) {
  return (
    <main className="flex min-h-dvh">
      <Broken {...props} />
    </main>
  )
}
