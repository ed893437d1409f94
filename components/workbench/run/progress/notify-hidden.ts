/** The title of this page while another one, about a run, replaces it. */
let replacedTitle: string | undefined

/**
 * Tells an operator who looks at another page that a run has ended: in the title of this page until it is looked at
 * again, and as a notification of the browser if the operator has allowed them. Does nothing in a visible page, which
 * shows the sentence itself.
 * @param tag a later notification with the same tag replaces this one
 */
export function notifyHidden(sentence: string, tag: string): void {
  if (!document.hidden) return
  if (replacedTitle === undefined) {
    replacedTitle = document.title
    document.addEventListener('visibilitychange', restoreTitle)
  }
  document.title = `● ${sentence}`
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(replacedTitle, { body: sentence, tag })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
  } catch {
    // Chrome on Android shows only notifications of service workers; the title has to do.
  }
}

function restoreTitle(): void {
  if (document.hidden || replacedTitle === undefined) return
  document.title = replacedTitle
  replacedTitle = undefined
  document.removeEventListener('visibilitychange', restoreTitle)
}
