import { limitActions } from '@/components/workbench/requests/limit-actions'

limitActions(window)

/** Says that the router begins to open another page, which the pages of drafts listen to (use-draft-address.ts). */
export function onRouterTransitionStart(url: string, type: 'push' | 'replace' | 'traverse'): void {
  if (type !== 'traverse') window.dispatchEvent(new CustomEvent('lading:navigation', { detail: url }))
}
