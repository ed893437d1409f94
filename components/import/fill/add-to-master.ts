/** Adds the products of a stored draft to the product master. */
export async function addToMaster(
  draftId: string,
): Promise<{ changed: number } | { why: 'gone' | 'failed' }> {
  try {
    const response = await fetch(`/fill/drafts/${draftId}`, { method: 'POST' })
    if (response.ok) return await response.json()
    return { why: response.status === 404 ? 'gone' : 'failed' }
  } catch {
    return { why: 'failed' }
  }
}
