'use client'
import { EnvironmentTag } from '@/components/ui/environment-tag'
import type { SentTo } from '@/lib/desk-api/history'

/** Where something was sent: the environment, and the connection by its name, or the origin where none is left. */
export function Place({ of: { envId, connection } }: { of: SentTo }) {
  return (
    <EnvironmentTag
      environment={envId.startsWith('production:') ? 'production' : 'test'}
      name={connection ?? envId.replace(/^(test|production):/, '')}
    />
  )
}
