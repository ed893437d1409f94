// Loaded with --import: a process whose parent has died, however suddenly, is left over and ends as well.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 250).unref()
