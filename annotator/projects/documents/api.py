"""API views of the documents of a topic."""

from django.db.models import F, Func, IntegerField, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.projects.access import TopicApiView
from annotator.projects.documents.models import Document
from annotator.projects.documents.serializers import AddedDocuments, DocumentDetail, DocumentRow, NewDocuments
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.web.listing import Listing

LARGE_FIELDS = ("text", "words", "sentences")


def count_spans(field: str) -> Func:
    """The number of spans in a JSON field that lists the start and end of each span."""
    return Func(F(field), template="jsonb_array_length(%(expressions)s) / 2", output_field=IntegerField())


class Documents(TopicApiView, Listing):
    """The documents of a topic in their order, without their texts."""

    queryset = Document.objects.none()
    serializer_class = DocumentRow

    def get_queryset(self) -> QuerySet[Document]:
        return visible_documents(self).defer(*LARGE_FIELDS)

    @extend_schema(request=NewDocuments, responses={201: AddedDocuments})
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Add documents after those of the topic, all or none. Only for managers.

        ``notes`` says what was changed in the texts, such as line ends or a byte order mark.
        """
        manager, topic = self.manager, self.topic  # checks the permission and the topic before the body
        new_documents = [NewDocument(**fields) for fields in NewDocuments.read(request.data)["documents"]]
        added, notes = add_documents(topic=topic, documents=new_documents, by=manager)
        rows = self.get_queryset().filter(pk__in=[document.pk for document in added])
        return Response(AddedDocuments({"documents": rows, "notes": notes}).data, status=201)


class DocumentResource(TopicApiView):
    """One document of a topic."""

    serializer_class = DocumentDetail

    def get(self, request: Request, slug: str, key: str, document: str) -> Response:
        """The document with its text and tokens."""
        return Response(DocumentDetail(visible_documents(self).get(key=document)).data)


def visible_documents(view: TopicApiView) -> QuerySet[Document]:
    """The documents of the view's topic in their order, with their word and sentence counts."""
    documents = Document.objects.visible_to(view.user).filter(topic=view.topic).select_related("topic__project")
    counts = {"word_count": count_spans("words"), "sentence_count": count_spans("sentences")}
    return documents.defer("topic__statement").annotate(**counts).order_by("position")
