'use client'
import { useLinkStatus } from 'next/link'
import type { ReactNode } from 'react'

/** The words of a link. They fade on a click, until the page behind the link is there. */
export function LinkLabel({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus()
  return (
    <span aria-busy={pending || undefined} className={pending ? 'opacity-50' : undefined}>
      {children}
    </span>
  )
}
