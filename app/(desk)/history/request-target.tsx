'use client'
import { EnvironmentTag } from '@/components/ui/text/environment-tag'
import type { SentTo } from '@/lib/desk-api/runs/history'

/**
 * The target of a request: the environment, and the name of the connection, or the origin if the connection is deleted.
 */
export function RequestTarget({ of: { envId, connection } }: { of: SentTo }) {
  return (
    <EnvironmentTag
      environment={envId.startsWith('production:') ? 'production' : 'test'}
      name={connection ?? envId.replace(/^(test|production):/, '')}
    />
  )
}
