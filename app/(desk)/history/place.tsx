'use client'
import { EnvironmentTag } from '@/components/ui/environment-tag'

/** Where something was sent. */
export interface PlaceOf {
  readonly envId: string
  /** The connection's name; null: it is gone. */
  readonly connection: string | null
}

/** Where something was sent: the environment, and the connection by its name, or the origin where none is left. */
export function Place({ of: { envId, connection } }: { of: PlaceOf }) {
  return (
    <EnvironmentTag
      environment={envId.startsWith('production:') ? 'production' : 'test'}
      name={connection ?? envId.replace(/^(test|production):/, '')}
    />
  )
}
