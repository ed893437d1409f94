'use client'
import { EnvironmentTag } from '@/components/ui/text/environment-tag'
import { environmentKind, environmentOrigin } from '@/lib/desk-api/environment-id'
import type { SentTo } from '@/lib/desk-api/runs/history'

/**
 * The target of a request: the environment, and the name of the connection, or the origin if the connection is deleted.
 */
export function RequestTarget({ of: { envId, connection } }: { of: SentTo }) {
  return (
    <EnvironmentTag
      environment={environmentKind(envId)}
      name={connection ?? environmentOrigin(envId)}
      // In a narrow column the name goes below the environment, rather than losing its end.
      className="flex-wrap gap-y-0"
    />
  )
}
