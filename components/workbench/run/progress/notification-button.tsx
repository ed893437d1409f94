import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'

/** Asks the browser to allow notifications; absent once the operator has answered, and where there are none. */
export function NotificationButton() {
  // Rendered only in the browser, beside a run.
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? 'denied' : Notification.permission,
  )
  return permission === 'default' && <AskButton onAnswer={setPermission} />
}

function AskButton({ onAnswer }: { onAnswer: (permission: NotificationPermission) => void }) {
  const t = useTranslations('workbench.run')
  useFocusSheetOnUnmount()
  return (
    <IconButton label={t('notify')} onClick={() => void Notification.requestPermission().then(onAnswer)}>
      <Bell aria-hidden />
    </IconButton>
  )
}
