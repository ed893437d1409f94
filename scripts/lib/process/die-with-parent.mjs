// Loaded with --import: ends the process when its parent has died, however suddenly.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 250).unref()
