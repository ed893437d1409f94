'use client'
import { useTranslations } from 'use-intl'
import { classes } from './classes'

/** Which of its two worlds a service lives in: where trying is free, or where a registration is a parcel. */
export type Environment = 'test' | 'production'

export type EnvironmentTagProps = {
  environment: Environment
  /** The connection's name, after the word; without it the word stands alone. */
  name?: string
  className?: string
}

/**
 * Where something was or will be sent: the environment by its word and its colour, and the connection by its name.
 * The word is always there, so nobody needs to see the colour.
 */
export function EnvironmentTag({ environment, name, className }: EnvironmentTagProps) {
  const say = useTranslations('environments')
  return (
    <span className={classes('inline-flex min-w-0 max-w-full items-center gap-1.5', className)}>
      <span className={classes('shrink-0 rounded px-1.5 text-2xs leading-4.5', looks[environment])}>
        {say(environment)}
      </span>
      {name !== undefined && (
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
      )}
    </span>
  )
}

const looks: Record<Environment, string> = {
  test: 'border border-line-strong text-ink-2 leading-4',
  production: 'bg-env-production font-semibold text-env-production-ink',
}
