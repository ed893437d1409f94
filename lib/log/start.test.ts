import { afterEach, expect, test, vi } from 'vitest'
import { logVersions } from './start'

// Like a customs code, a phone number, and neither.
const commits = ['f6360771', '12345678', '7f919898']
const version = vi.hoisted(() => ({ version: '0.1.0', commit: '' }))
vi.mock('@/lib/version', () => ({ programVersion: () => version }))

afterEach(() => void vi.restoreAllMocks())

test.each(commits)('the log names the commit that starts: %s', commit => {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    lines.push(String(chunk))
    return true
  })
  version.commit = commit
  logVersions('SQLite 3.53.4')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ level: 'info', event: 'the server starts', version: '0.1.0', commit },
    ...{ engine: 'SQLite 3.53.4', runtime: `Node ${process.versions.node}` },
  })
})
