// The id of an environment comes from `environmentId` of the store: `test:https://api.example.com`. That of the sandbox
// is `embedded`.

/** Whether an environment is for tests or production; the sandbox is for tests. */
export const environmentKind = (envId: string): 'test' | 'production' =>
  envId.startsWith('production:') ? 'production' : 'test'

/** The origin of the service of an environment, which names it once its connection is deleted. */
export const environmentOrigin = (envId: string): string => envId.replace(/^(test|production):/, '')
