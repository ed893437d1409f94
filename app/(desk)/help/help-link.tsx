import Link from 'next/link'
import type { ReactNode } from 'react'

interface Props {
  /** A part of the manual: `/help/backup#if-a-backup-fails`. lib/manual/manual.test.ts looks for each of them. */
  href: `/help/${string}`
  children: ReactNode
}

/** A link from a screen to what the manual says about it. */
export const HelpLink = ({ href, children }: Props) => (
  <Link href={href} prefetch={false} className="text-accent underline">
    {children}
  </Link>
)
