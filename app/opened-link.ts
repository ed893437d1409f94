import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

/** A one-time link in the address of a page, as far as its state is known. */
export interface OpenedLink<T> {
  readonly token: string
  /** The server's description of the link. */
  readonly opened?: T
  /** Why the link cannot be used. Without `opened` and `problem`, the server has not responded yet. */
  readonly problem?: string
}

type Open<T> = (link: {
  token: string
}) => Promise<
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: { message: string } }
>

/**
 * Asks the server what the link in the address of this page is for. Its token is the part behind `#`, which browsers do
 * not send, so no log and no Referer contains it. Older links have `?token=`; here the token moves behind the `#`.
 */
export function useOpenedLink<T>(open: Open<T>): OpenedLink<T> {
  const t = useTranslations('auth.signIn')
  const token = useSyncExternalStore(onLink, readToken, () => undefined)
  const [opened, setOpened] = useState<OpenedLink<T>>()
  const unreachable = t('unreachable')
  useEffect(() => {
    if (token === undefined) return
    if (window.location.search !== '')
      window.history.replaceState(window.history.state, '', `${window.location.pathname}#${token}`)
    let isCurrent = true
    open({ token })
      .then(
        result => (result.ok ? { token, opened: result.value } : { token, problem: result.problem.message }),
        () => ({ token, problem: unreachable }),
      )
      .then(link => isCurrent && setOpened(link))
    return () => {
      isCurrent = false
    }
  }, [open, token, unreachable])
  return opened && opened.token === token ? opened : { token: token ?? '' }
}

const readToken = (): string =>
  window.location.hash.slice(1) || (new URLSearchParams(window.location.search).get('token') ?? '')

/** Opening another link in the same tab changes only the part behind `#`. */
function onLink(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
