import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { TemplateContent } from '../../domain/template/content.js';
import type { MergeValues } from '../../domain/template/merge.js';
import type { ShownParts } from '../../domain/template/sections.js';
import type { EmailBody } from './mail-composer.js';

/** The html of a version, whole. */
export type Frame = Pick<TemplateContent, 'html'> & Pick<ShownParts, 'cuts'>;

/** Composes what a mail says from the version of a template that it uses. */
export interface TemplateFiller {
  /**
   * `body`: the mail's own, which holds its values. `more`: those that are known only when it is sent. Throws where the
   * vault lacks the version, or holds an altered one.
   */
  fill(content: BodyReference, body: EmailBody, more?: MergeValues): Promise<EmailBody>;
  /** What {@link fill} fills in, and what of it this mail leaves out: the same objects while it is in use. */
  frame(content: BodyReference, body: EmailBody): Promise<Frame>;
}
