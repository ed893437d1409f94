import { useEffect, useMemo } from 'react'
import { LiveChannel } from './live-channel'

/**
 * The stream of a draft, open while its page is visible.
 * @param editingSession shown to others as open as long as the stream is
 */
export function useLiveChannel(draftId: string, editingSession: string): LiveChannel {
  const channel = useMemo(() => {
    const query = new URLSearchParams({ editingSession })
    return new LiveChannel(`/drafts/${draftId}/live?${query}`)
  }, [draftId, editingSession])
  useEffect(() => {
    channel.start()
    return () => channel.stop()
  }, [channel])
  return channel
}
