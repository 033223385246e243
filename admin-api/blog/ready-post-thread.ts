import { serveTasks } from '../platform/worker-threads.ts'
import * as posts from './ready-post.ts'

/** Worker thread that prepares long posts, so that no request waits for one. */
export const { readyPost, previewContent } = serveTasks<posts.PostTasks>({
  readyPost: async (written) => posts.readyPost(written),
  previewContent: async (content) => posts.previewContent(content)
})
