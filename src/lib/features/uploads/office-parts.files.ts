/** What a Word document may be made of: parts and relations by a list of those that word processors write and that run nothing. */
import { SaxesParser } from 'saxes';

const pictures = 'png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp|webp';
/** Names of parts, in small letters. */
const parts = [
  /^\[content_types\]\.xml$/,
  /^(?:.*\/)?$/,
  /^_rels\/\.rels$/,
  /^docprops\/(?:core|app|custom)\.xml$/,
  new RegExp(`^docprops/thumbnail\\.(?:${pictures})$`),
  /^docmetadata\/labelinfo\.xml$/,
  /^customxml\/(?:item(?:props)?\d*\.xml|_rels\/item\d*\.xml\.rels)$/,
  /^word\/(?:glossary\/)?(?:document|styles|styleswitheffects|settings|websettings|fonttable|numbering|footnotes|endnotes|header\d*|footer\d*)\.xml$/,
  /^word\/(?:comments|commentsextended|commentsids|commentsextensible|people|documenttasks\/documenttasks\d*)\.xml$/,
  /^word\/(?:theme\/theme\d*|charts\/(?:chart|style|colors)\d*|diagrams\/(?:data|layout|quickstyle|colors|drawing)\d*|ink\/ink\d*|drawings\/drawing\d*)\.xml$/,
  /^word\/(?:[a-z]+\/)?_rels\/[a-z]+\d*\.xml\.rels$/,
  new RegExp(`^word/media/[^/]{1,80}\\.(?:${pictures})$`),
  /^word\/fonts\/[^/]{1,80}\.odttf$/,
];

/** Types of relations, by the end of their address. Templates, frames, embedded objects, programs and add-ins are none of them. */
const relations = new Set([
  'officedocument',
  'core-properties',
  'extended-properties',
  'custom-properties',
  'thumbnail',
  'styles',
  'styleswitheffects',
  'settings',
  'websettings',
  'fonttable',
  'numbering',
  'theme',
  'themeoverride',
  'image',
  'hyperlink',
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'comments',
  'commentsextended',
  'commentsids',
  'commentsextensible',
  'people',
  'documenttasks',
  'customxml',
  'customxmlprops',
  'glossarydocument',
  'chart',
  'chartstyle',
  'chartcolorstyle',
  'chartusershapes',
  'diagramdata',
  'diagramlayout',
  'diagramquickstyle',
  'diagramcolors',
  'diagramdrawing',
  'font',
  'ink',
  'hdphoto',
  'classificationlabels',
]);

export const isKnownPart = (name: string): boolean => parts.some((part) => part.test(name.toLowerCase()));

export const isRelations = (name: string): boolean => name.toLowerCase().endsWith('.rels');

/** Whether all relations of a part are of the list, and lead out of the document only as links that somebody clicks. */
export function areKnownRelations(xml: string): boolean {
  const parser = new SaxesParser();
  let isKnown = true;
  parser.on('doctype', () => (isKnown = false));
  parser.on('error', () => (isKnown = false));
  parser.on('opentag', ({ name, attributes }) => {
    if (name.replace(/^.*:/, '') !== 'Relationship') return;
    const { Type = '', Target = '', TargetMode = '' } = attributes as Readonly<Record<string, string>>;
    const type = Type.slice(Type.lastIndexOf('/') + 1).toLowerCase();
    if (!relations.has(type)) isKnown = false;
    const isLink = type === 'hyperlink' && /^(?:https?:|mailto:|tel:|#)/i.test(Target.trim());
    if (TargetMode.toLowerCase() === 'external' ? !isLink : /^[a-z][a-z\d+.-]*:/i.test(Target.trim()) || Target.startsWith('\\\\')) isKnown = false;
  });
  try {
    parser.write(xml).close();
  } catch {
    return false;
  }
  return isKnown;
}
