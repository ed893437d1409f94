import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

/** A one-time link in the address of a page, as far as it is known. */
export interface OpenedLink<T> {
  readonly token: string
  /** What the server says that it is for. */
  readonly opened?: T
  /** Why it cannot be used. Neither: it is being looked at. */
  readonly problem?: string
}

type Open<T> = (link: {
  token: string
}) => Promise<
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: { message: string } }
>

/**
 * Asks the server what the link in the address of this page is for. Its token is the part behind `#`, which a browser
 * sends to nobody, so it is in no log and no Referer. Older links have it as `?token=`; here it moves behind the `#`.
 */
export function useOpenedLink<T>(open: Open<T>): OpenedLink<T> {
  const t = useTranslations('auth.signIn')
  const token = useSyncExternalStore(onLink, readToken, () => undefined)
  const [known, setKnown] = useState<OpenedLink<T>>()
  const unreachable = t('unreachable')
  useEffect(() => {
    if (token === undefined) return
    if (window.location.search !== '')
      window.history.replaceState(window.history.state, '', `${window.location.pathname}#${token}`)
    let isCurrent = true
    open({ token })
      .then(
        said => (said.ok ? { token, opened: said.value } : { token, problem: said.problem.message }),
        () => ({ token, problem: unreachable }),
      )
      .then(link => isCurrent && setKnown(link))
    return () => {
      isCurrent = false
    }
  }, [open, token, unreachable])
  return known && known.token === token ? known : { token: token ?? '' }
}

const readToken = (): string =>
  window.location.hash.slice(1) || (new URLSearchParams(window.location.search).get('token') ?? '')

/** Another link that is opened in the same tab changes nothing but the part behind `#`. */
function onLink(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
