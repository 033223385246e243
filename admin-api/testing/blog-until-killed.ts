// A child process for the crash test: writes, changes and deletes posts and publishes them until it is killed.
// Arguments: the database file, the folder of the site, a number added to each step.
import { setTimeout } from 'node:timers/promises'
import { preparePost } from '../blog/prepare-post.ts'
import { changePost, createPost, removePost } from '../blog/save-post.ts'
import { openDatabase } from '../platform/database/open.ts'
import { createModelPublisher } from './blog-fixture.ts'
import { pages } from './pages.ts'

const [databaseFile = '', siteDir = '', stepOffset = '0'] = process.argv.slice(2)
const db = openDatabase(databaseFile)
const publisher = createModelPublisher(db, siteDir)
publisher.start()
const actor = { userId: 'admin', ipShort: '192.0.2.0' }

for (let round = 1; ; round += 1) {
  const step = round + Number(stepOffset)
  const posts = await db.selectFrom('blog_post').select('id').execute()
  const id = posts[(step * 7) % Math.max(posts.length, 1)]?.id
  const ready = preparePost({
    title: `Title ${step % 9}`,
    excerpt: `Of round ${round} of process ${process.pid}`,
    content: `<p>${step}</p>`,
    published: step % 4 !== 0
  })
  const writing = { actor, now: new Date(), queueChange: pages.queueChange }
  if (id === undefined || (step % 3 === 0 && posts.length < 25)) await createPost(db, ready, writing)
  else if (step % 5 === 0) await removePost(db, id, writing)
  else await changePost(db, id, ready, writing)
  // The test kills this process at some time after this line.
  if (round === 5) process.stdout.write('writing\n')
  if (round % 5 === 0) await setTimeout(1)
}
